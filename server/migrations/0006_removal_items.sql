ALTER TABLE "field_removals" ADD COLUMN "items" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE "field_removals" r SET "items" = (SELECT count(DISTINCT v."item_id") FROM "removed_values" v
	WHERE v."template_key" = r."template_key" AND v."field_key" = ANY(ARRAY(SELECT jsonb_array_elements_text(r."value_keys")::int)));
