DROP INDEX "item_values_text";--> statement-breakpoint
ALTER TABLE "item_values" ADD COLUMN "sort_text" text GENERATED ALWAYS AS (left("item_values"."text", 64)) STORED;--> statement-breakpoint
CREATE INDEX "item_values_text" ON "item_values" USING btree ("template_key","field_key","sort_text" collate "natural","item_id") WHERE "item_values"."text" is not null;