CREATE TABLE "sheet_addresses" (
	"id" serial PRIMARY KEY NOT NULL,
	"instance_id" integer NOT NULL,
	"template_key" integer NOT NULL,
	"account_id" integer NOT NULL,
	"name" text NOT NULL,
	"list" jsonb NOT NULL,
	"may_propose" boolean NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "sheet_addresses" ADD CONSTRAINT "sheet_addresses_instance_id_instances_id_fk" FOREIGN KEY ("instance_id") REFERENCES "public"."instances"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sheet_addresses" ADD CONSTRAINT "sheet_addresses_template_key_templates_key_fk" FOREIGN KEY ("template_key") REFERENCES "public"."templates"("key") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sheet_addresses" ADD CONSTRAINT "sheet_addresses_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "sheet_addresses_token" ON "sheet_addresses" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "sheet_addresses_template" ON "sheet_addresses" USING btree ("template_key","id");--> statement-breakpoint
CREATE INDEX "sheet_addresses_instance" ON "sheet_addresses" USING btree ("instance_id");--> statement-breakpoint
CREATE INDEX "sheet_addresses_account" ON "sheet_addresses" USING btree ("account_id");