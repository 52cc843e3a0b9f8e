CREATE TABLE "menu_revisions" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"instance_id" integer NOT NULL,
	"menu" jsonb NOT NULL,
	"account_id" integer NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"sync_id" integer
);
--> statement-breakpoint
ALTER TABLE "menu_revisions" ADD CONSTRAINT "menu_revisions_instance_id_instances_id_fk" FOREIGN KEY ("instance_id") REFERENCES "public"."instances"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "menu_revisions_instance" ON "menu_revisions" USING btree ("instance_id","id");--> statement-breakpoint
INSERT INTO "menu_nodes" ("instance_id", "id", "parent_id", "label", "template_id", "order")
	SELECT t."instance_id", gen_random_uuid()::text, 'root', t."label", t."id", 1000000 + row_number() OVER (PARTITION BY t."instance_id" ORDER BY t."key")
	FROM "templates" t JOIN "instances" i ON i."id" = t."instance_id"
	WHERE i."env" = 'Dev' AND NOT EXISTS (SELECT 1 FROM "menu_nodes" m WHERE m."instance_id" = t."instance_id" AND m."template_id" = t."id");
