CREATE TABLE "field_removals" (
	"template_key" integer NOT NULL,
	"field_id" text NOT NULL,
	"field" jsonb NOT NULL,
	"groups" jsonb NOT NULL,
	"value_keys" jsonb NOT NULL,
	"template_version" integer NOT NULL,
	"removed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "field_removals_template_key_field_id_pk" PRIMARY KEY("template_key","field_id")
);
--> statement-breakpoint
CREATE TABLE "removed_values" (
	"template_key" integer NOT NULL,
	"field_key" integer NOT NULL,
	"item_id" integer NOT NULL,
	"version" integer NOT NULL,
	"number" double precision,
	"text" text,
	"target_id" integer
);
--> statement-breakpoint
ALTER TABLE "field_removals" ADD CONSTRAINT "field_removals_template_key_templates_key_fk" FOREIGN KEY ("template_key") REFERENCES "public"."templates"("key") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "removed_values_field" ON "removed_values" USING btree ("template_key","field_key","item_id");