CREATE TABLE "job_starts" (
	"job_id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"starts" integer NOT NULL,
	"started_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "job_starts_time" ON "job_starts" USING btree ("started_at");