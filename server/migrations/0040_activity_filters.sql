ALTER TABLE "activity" ADD COLUMN "instance_id" integer;--> statement-breakpoint
ALTER TABLE "activity" ADD COLUMN "account_id" integer;--> statement-breakpoint
ALTER TABLE "activity" ADD COLUMN "template_id" text;--> statement-breakpoint
UPDATE "activity" a SET "instance_id" = g."instance_id", "account_id" = g."account_id",
	"template_id" = CASE WHEN cardinality(g."template_ids") = 1 THEN g."template_ids"[1] END
FROM "activity_groups" g WHERE g."id" = a."group_id";--> statement-breakpoint
CREATE INDEX "activity_instance" ON "activity" USING btree ("project_id","instance_id","at","id");--> statement-breakpoint
CREATE INDEX "activity_person" ON "activity" USING btree ("project_id","account_id","at","id");--> statement-breakpoint
CREATE INDEX "activity_template" ON "activity" USING btree ("project_id","template_id","at","id");--> statement-breakpoint
CREATE INDEX "activity_groups_many" ON "activity_groups" USING gin ("project_id","template_ids") WHERE cardinality("activity_groups"."template_ids") > 1;