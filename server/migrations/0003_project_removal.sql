CREATE TABLE "feedback" (
	"id" serial PRIMARY KEY NOT NULL,
	"account_id" integer,
	"message" text NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"uid" text,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "delete_after" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "removal_started_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "feedback" ADD CONSTRAINT "feedback_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "feedback_account" ON "feedback" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "projects_delete_after" ON "projects" USING btree ("delete_after") WHERE "projects"."delete_after" is not null;