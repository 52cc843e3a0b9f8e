CREATE TABLE "item_keys" (
	"template_key" integer NOT NULL,
	"field_key" integer NOT NULL,
	"value" uuid NOT NULL,
	"item_id" integer NOT NULL,
	CONSTRAINT "item_keys_value" UNIQUE("template_key","field_key","value") DEFERRABLE INITIALLY DEFERRED
);
--> statement-breakpoint
ALTER TABLE "templates" ADD COLUMN "unique_keys" jsonb GENERATED ALWAYS AS (jsonb_path_query_array("templates"."fields", '$[*] ? (@.settings.unique == true).key')) STORED NOT NULL;--> statement-breakpoint
CREATE FUNCTION "item_key_value"("number" double precision, "text" text) RETURNS uuid
	-- Adding zero makes -0 a 0.
	LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT md5(coalesce($2, ($1 + 0)::text))::uuid $$;--> statement-breakpoint
CREATE FUNCTION "add_item_keys"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	template integer;
	keys integer[];
BEGIN
	-- One template at a time: one plan has to fit a single save and a hundred thousand items.
	FOR template IN SELECT DISTINCT template_key FROM added LOOP
		SELECT array(SELECT jsonb_array_elements_text(t.unique_keys)::integer) INTO keys
			FROM templates t WHERE t.key = template AND t.unique_keys <> '[]';
		CONTINUE WHEN keys IS NULL;
		INSERT INTO item_keys (template_key, field_key, value, item_id)
			SELECT DISTINCT template, v.field_key, item_key_value(v.number, v.text), v.item_id
			FROM added v
			WHERE v.template_key = template AND v.field_key = ANY (keys)
				AND NOT EXISTS (
					SELECT FROM item_keys k
					WHERE k.template_key = template AND k.field_key = v.field_key
						AND k.value = item_key_value(v.number, v.text) AND k.item_id = v.item_id
					OFFSET 0
				);
	END LOOP;
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE FUNCTION "remove_item_keys"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	template integer;
	keys integer[];
BEGIN
	FOR template IN SELECT DISTINCT template_key FROM removed LOOP
		SELECT array(SELECT jsonb_array_elements_text(t.unique_keys)::integer) INTO keys
			FROM templates t WHERE t.key = template AND t.unique_keys <> '[]';
		CONTINUE WHEN keys IS NULL;
		-- The same value may have been inserted before.
		DELETE FROM item_keys WHERE ctid = ANY (ARRAY(
			SELECT k.ctid
			FROM removed v
			CROSS JOIN LATERAL (
				SELECT ctid FROM item_keys
				WHERE template_key = template AND field_key = v.field_key
					AND value = item_key_value(v.number, v.text) AND item_id = v.item_id
				OFFSET 0
			) k
			WHERE v.template_key = template AND v.field_key = ANY (keys)
				AND NOT EXISTS (
					SELECT FROM item_values n
					WHERE n.template_key = template AND n.item_id = v.item_id AND n.field_key = v.field_key
						AND item_key_value(n.number, n.text) = item_key_value(v.number, v.text)
					OFFSET 0
				)
		));
	END LOOP;
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE FUNCTION "change_unique_keys"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	DELETE FROM item_keys
		WHERE template_key = NEW.key AND field_key IN (
			SELECT jsonb_array_elements_text(OLD.unique_keys)::integer
			EXCEPT SELECT jsonb_array_elements_text(NEW.unique_keys)::integer
		);
	INSERT INTO item_keys (template_key, field_key, value, item_id)
		SELECT DISTINCT v.template_key, v.field_key, item_key_value(v.number, v.text), v.item_id
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
		ORDER BY 2, 3;
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "item_values_added" AFTER INSERT ON "item_values" REFERENCING NEW TABLE AS added
	FOR EACH STATEMENT EXECUTE FUNCTION "add_item_keys"();--> statement-breakpoint
CREATE TRIGGER "item_values_removed" AFTER DELETE ON "item_values" REFERENCING OLD TABLE AS removed
	FOR EACH STATEMENT EXECUTE FUNCTION "remove_item_keys"();--> statement-breakpoint
CREATE TRIGGER "templates_unique_keys" AFTER UPDATE ON "templates"
	FOR EACH ROW WHEN (OLD.unique_keys IS DISTINCT FROM NEW.unique_keys) EXECUTE FUNCTION "change_unique_keys"();
