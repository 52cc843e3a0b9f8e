CREATE TABLE "translation_counts" (
	"template_key" integer NOT NULL,
	"field_key" integer NOT NULL,
	"number" double precision NOT NULL,
	"items" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "templates" ADD COLUMN "translated_keys" jsonb GENERATED ALWAYS AS (jsonb_path_query_array("templates"."fields", '$[*] ? (exists(@.settings.source)).key')) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "translation_counts" ADD CONSTRAINT "translation_counts_template_key_templates_key_fk" FOREIGN KEY ("template_key") REFERENCES "public"."templates"("key") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "translation_counts_field" ON "translation_counts" USING btree ("template_key","field_key","number");--> statement-breakpoint
CREATE FUNCTION "count_translations"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	template integer;
	keys integer[];
BEGIN
	-- One template at a time: one plan has to fit a single save and a hundred thousand items.
	FOR template IN SELECT DISTINCT template_key FROM changed LOOP
		SELECT array(SELECT jsonb_array_elements_text(t.translated_keys)::integer) INTO keys
			FROM templates t WHERE t.key = template AND t.translated_keys <> '[]';
		CONTINUE WHEN keys IS NULL;
		-- An item has each entry of a field once.
		INSERT INTO translation_counts (template_key, field_key, number, items)
			SELECT template, c.field_key, c.number, CASE TG_OP WHEN 'INSERT' THEN count(*) ELSE -count(*) END
			FROM changed c
			WHERE c.template_key = template AND c.field_key = ANY (keys) AND c.number IS NOT NULL
			GROUP BY c.field_key, c.number;
		CONTINUE WHEN random() > 1.0 / 64;
		-- Skips the rows that another transaction is merging.
		WITH merged AS (
			DELETE FROM translation_counts WHERE ctid = ANY (ARRAY(
				SELECT ctid FROM translation_counts WHERE template_key = template FOR UPDATE SKIP LOCKED
			))
			RETURNING field_key, number, items
		)
		INSERT INTO translation_counts (template_key, field_key, number, items)
			SELECT template, m.field_key, m.number, sum(m.items) FROM merged m
			GROUP BY m.field_key, m.number HAVING sum(m.items) <> 0;
	END LOOP;
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE FUNCTION "change_translated_keys"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	DELETE FROM translation_counts
		WHERE template_key = NEW.key AND field_key IN (
			SELECT jsonb_array_elements_text(OLD.translated_keys)::integer
			EXCEPT SELECT jsonb_array_elements_text(NEW.translated_keys)::integer
		);
	INSERT INTO translation_counts (template_key, field_key, number, items)
		SELECT v.template_key, v.field_key, v.number, count(*)
		FROM (
			SELECT jsonb_array_elements_text(NEW.translated_keys)::integer AS key
			EXCEPT SELECT jsonb_array_elements_text(OLD.translated_keys)::integer
		) k
		JOIN item_values v ON v.template_key = NEW.key AND v.field_key = k.key AND v.number IS NOT NULL
		GROUP BY v.template_key, v.field_key, v.number;
	RETURN NULL;
END
$$;--> statement-breakpoint
INSERT INTO item_values (template_key, field_key, item_id, number)
	SELECT DISTINCT v.template_key, v.field_key, v.item_id, -1
	FROM templates t, jsonb_array_elements_text(t.translated_keys) k (key), item_values v
	WHERE t.translated_keys <> '[]' AND v.template_key = t.key AND v.field_key = k.key::integer AND v.text IS NOT NULL;--> statement-breakpoint
INSERT INTO translation_counts (template_key, field_key, number, items)
	SELECT v.template_key, v.field_key, v.number, count(*)
	FROM templates t, jsonb_array_elements_text(t.translated_keys) k (key), item_values v
	WHERE t.translated_keys <> '[]' AND v.template_key = t.key AND v.field_key = k.key::integer AND v.number IS NOT NULL
	GROUP BY v.template_key, v.field_key, v.number;--> statement-breakpoint
CREATE TRIGGER "item_values_translated" AFTER INSERT ON "item_values" REFERENCING NEW TABLE AS changed
	FOR EACH STATEMENT EXECUTE FUNCTION "count_translations"();--> statement-breakpoint
CREATE TRIGGER "item_values_untranslated" AFTER DELETE ON "item_values" REFERENCING OLD TABLE AS changed
	FOR EACH STATEMENT EXECUTE FUNCTION "count_translations"();--> statement-breakpoint
CREATE TRIGGER "templates_translated_keys" AFTER UPDATE ON "templates"
	FOR EACH ROW WHEN (OLD.translated_keys IS DISTINCT FROM NEW.translated_keys) EXECUTE FUNCTION "change_translated_keys"();
