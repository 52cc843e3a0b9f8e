CREATE SEQUENCE "public"."event_positions" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "event_consumers" (
	"name" text PRIMARY KEY NOT NULL,
	"position" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "events" (
	"id" bigserial NOT NULL,
	"position" bigint,
	"instance_id" integer NOT NULL,
	"kind" text NOT NULL,
	"account_id" integer,
	"actor" text DEFAULT 'account' NOT NULL,
	"origin" text DEFAULT 'form' NOT NULL,
	"details" jsonb NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "events_position" ON "events" USING btree ("position","id");