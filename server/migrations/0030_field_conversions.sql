CREATE TABLE "field_conversions" (
	"template_key" integer NOT NULL,
	"field_id" text NOT NULL,
	"template_version" integer NOT NULL,
	"before" jsonb NOT NULL,
	"after" jsonb NOT NULL,
	"converted_at" timestamp with time zone NOT NULL,
	CONSTRAINT "field_conversions_template_key_field_id_template_version_pk" PRIMARY KEY("template_key","field_id","template_version")
);
--> statement-breakpoint
ALTER TABLE "template_changes" ADD COLUMN "converted" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "field_conversions" ADD CONSTRAINT "field_conversions_template_key_templates_key_fk" FOREIGN KEY ("template_key") REFERENCES "public"."templates"("key") ON DELETE cascade ON UPDATE no action;