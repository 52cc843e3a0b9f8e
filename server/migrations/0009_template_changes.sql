CREATE TABLE "removed_documents" (
	"template_key" integer NOT NULL,
	"version" integer NOT NULL,
	"item_id" integer NOT NULL,
	"values" jsonb NOT NULL,
	"rows" jsonb NOT NULL,
	CONSTRAINT "removed_documents_template_key_version_item_id_pk" PRIMARY KEY("template_key","version","item_id")
);
--> statement-breakpoint
CREATE TABLE "template_changes" (
	"template_key" integer PRIMARY KEY NOT NULL,
	"version" integer NOT NULL,
	"removed" jsonb NOT NULL,
	"restored" jsonb NOT NULL,
	"returned_keys" jsonb NOT NULL,
	"after_id" integer DEFAULT 0 NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"items" integer NOT NULL,
	"started_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "template_changes" ADD CONSTRAINT "template_changes_template_key_templates_key_fk" FOREIGN KEY ("template_key") REFERENCES "public"."templates"("key") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
INSERT INTO "removed_documents" ("template_key", "version", "item_id", "values", "rows")
	SELECT v."template_key", v."template_version", v."item_id", b."values",
		coalesce((SELECT jsonb_object_agg(e.key, md5(e.value::text)) FROM jsonb_each(a."values") e WHERE jsonb_typeof(e.value) = 'array'), '{}')
	FROM (SELECT DISTINCT r."template_key", f."template_version", r."item_id", r."version" FROM "removed_values" r
		JOIN "field_removals" f ON f."template_key" = r."template_key" AND f."value_keys" @> to_jsonb(r."field_key")) v
	JOIN "item_revisions" b ON b."template_key" = v."template_key" AND b."item_id" = v."item_id" AND b."version" = v."version" - 1
	LEFT JOIN "item_revisions" a ON a."template_key" = v."template_key" AND a."item_id" = v."item_id" AND a."version" = v."version"
	ON CONFLICT DO NOTHING;--> statement-breakpoint
UPDATE "removed_values" r SET "version" = f."template_version" FROM "field_removals" f
	WHERE f."template_key" = r."template_key" AND f."value_keys" @> to_jsonb(r."field_key");
