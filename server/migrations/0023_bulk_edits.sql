CREATE TABLE "change_set_inputs" (
	"change_set_id" integer NOT NULL,
	"part" integer NOT NULL,
	"ids" integer[] NOT NULL,
	"versions" integer[] NOT NULL,
	CONSTRAINT "change_set_inputs_change_set_id_part_pk" PRIMARY KEY("change_set_id","part")
);
--> statement-breakpoint
DROP INDEX "syncs_running";--> statement-breakpoint
ALTER TABLE "syncs" ALTER COLUMN "source_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "syncs" ADD COLUMN "origin" text DEFAULT 'sync' NOT NULL;--> statement-breakpoint
ALTER TABLE "syncs" ADD COLUMN "edit" jsonb;--> statement-breakpoint
ALTER TABLE "syncs" ADD COLUMN "idempotency_key" uuid;--> statement-breakpoint
ALTER TABLE "syncs" ADD COLUMN "body_hash" uuid;--> statement-breakpoint
ALTER TABLE "change_set_inputs" ADD CONSTRAINT "change_set_inputs_change_set_id_syncs_id_fk" FOREIGN KEY ("change_set_id") REFERENCES "public"."syncs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "syncs_idempotency" ON "syncs" USING btree ("target_id","idempotency_key") WHERE "syncs"."idempotency_key" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "syncs_running" ON "syncs" USING btree ("target_id") WHERE "syncs"."state" = 'running' and "syncs"."source_id" is not null;--> statement-breakpoint
UPDATE "syncs" SET "origin" = 'undo' WHERE "undoes_id" is not null;