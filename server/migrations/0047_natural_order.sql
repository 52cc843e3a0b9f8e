-- ICU's root collation with numbers by their value. In this older form, as the embedded database ignores "und-u-kn".
CREATE COLLATION "natural" (provider = icu, locale = '@colNumeric=yes');--> statement-breakpoint
-- The text as it is searched, as `foldText` returns it; of ASCII, the smaller of the two cases suffices.
CREATE FUNCTION "fold"("text" text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
	RETURN CASE WHEN octet_length("text") = char_length("text") THEN lower("text" COLLATE "natural")
		ELSE normalize(regexp_replace(replace(translate(
			lower(normalize(regexp_replace("text", '[\u0300-\u036f]', '', 'g'), NFKD) COLLATE "natural"), 'ςøłđ', 'σold'), 'ß', 'ss'),
			'[\u0300-\u036f]', '', 'g'), NFC)
	END;--> statement-breakpoint
DROP INDEX "item_values_text";--> statement-breakpoint
DROP INDEX "item_values_contains";--> statement-breakpoint
DROP INDEX "items_label";--> statement-breakpoint
DROP INDEX "items_label_contains";--> statement-breakpoint
ALTER TABLE "item_keys" ADD COLUMN "begins" text;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "add_item_keys"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	template integer;
	keys integer[];
BEGIN
	-- One template at a time: one plan has to fit a single save and a hundred thousand items.
	FOR template IN SELECT DISTINCT template_key FROM added LOOP
		SELECT array(SELECT jsonb_array_elements_text(t.unique_keys)::integer) INTO keys
			FROM templates t WHERE t.key = template AND t.unique_keys <> '[]';
		CONTINUE WHEN keys IS NULL;
		INSERT INTO item_keys (template_key, field_key, value, item_id, begins)
			SELECT template, v.field_key, item_key_value(v.number, v.text), v.item_id, min(left(fold(v.text), 64))
			FROM added v
			WHERE v.template_key = template AND v.field_key = ANY (keys)
				AND NOT EXISTS (
					SELECT FROM item_keys k
					WHERE k.template_key = template AND k.field_key = v.field_key
						AND k.value = item_key_value(v.number, v.text) AND k.item_id = v.item_id
					OFFSET 0
				)
			GROUP BY 2, 3, 4;
	END LOOP;
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "change_unique_keys"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	DELETE FROM item_keys
		WHERE template_key = NEW.key AND field_key IN (
			SELECT jsonb_array_elements_text(OLD.unique_keys)::integer
			EXCEPT SELECT jsonb_array_elements_text(NEW.unique_keys)::integer
		);
	INSERT INTO item_keys (template_key, field_key, value, item_id, begins)
		SELECT v.template_key, v.field_key, item_key_value(v.number, v.text), v.item_id, min(left(fold(v.text), 64))
		FROM (
			SELECT jsonb_array_elements_text(NEW.unique_keys)::integer AS key
			EXCEPT SELECT jsonb_array_elements_text(OLD.unique_keys)::integer
		) u
		JOIN item_values v ON v.template_key = NEW.key AND v.field_key = u.key
		WHERE NOT EXISTS (
			SELECT FROM item_keys k
			WHERE k.template_key = v.template_key AND k.field_key = v.field_key
				AND k.value = item_key_value(v.number, v.text) AND k.item_id = v.item_id
		)
		GROUP BY 1, 2, 3, 4
		ORDER BY 2, 3;
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE INDEX "item_keys_begins" ON "item_keys" USING btree ("template_key","field_key","begins" collate "C","item_id") WHERE "item_keys"."begins" is not null;--> statement-breakpoint
CREATE INDEX "items_label_begins" ON "items" USING btree ("template_key",left(fold("label"), 64) collate "C","id");--> statement-breakpoint
CREATE INDEX "item_values_text" ON "item_values" USING btree ("template_key","field_key",left("text", 64) collate "natural","item_id") WHERE "item_values"."text" is not null;--> statement-breakpoint
CREATE INDEX "item_values_contains" ON "item_values" USING gin ("template_key","field_key",fold("text") gin_trgm_ops) WHERE "item_values"."text" is not null;--> statement-breakpoint
CREATE INDEX "items_label" ON "items" USING btree ("template_key",left("label", 64) collate "natural","id");--> statement-breakpoint
CREATE INDEX "items_label_contains" ON "items" USING gin ("template_key",fold("label") gin_trgm_ops);--> statement-breakpoint
UPDATE item_keys k SET begins = (
	SELECT min(left(fold(v.text), 64)) FROM item_values v
	WHERE v.template_key = k.template_key AND v.item_id = k.item_id AND v.field_key = k.field_key
		AND v.text IS NOT NULL AND item_key_value(v.number, v.text) = k.value
);