-- A sync moves the values of a template that was created again to other keys, before it changes the template's own.
CREATE FUNCTION "move_translations"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO translation_counts (template_key, field_key, number, items)
		SELECT c.template_key, c.field_key, c.number, sum(c.items)
		FROM (
			SELECT template_key, field_key, number, -1 AS items FROM removed
			UNION ALL SELECT template_key, field_key, number, 1 FROM added
		) c
		JOIN templates t ON t.key = c.template_key
		WHERE c.number IS NOT NULL AND t.translated_keys @> to_jsonb(c.field_key)
		GROUP BY c.template_key, c.field_key, c.number HAVING sum(c.items) <> 0;
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "item_values_moved" AFTER UPDATE ON "item_values" REFERENCING OLD TABLE AS removed NEW TABLE AS added
	FOR EACH STATEMENT EXECUTE FUNCTION "move_translations"();--> statement-breakpoint
CREATE TRIGGER "item_values_moved_from" AFTER UPDATE ON "item_values" REFERENCING OLD TABLE AS removed
	FOR EACH STATEMENT EXECUTE FUNCTION "remove_item_keys"();--> statement-breakpoint
CREATE TRIGGER "item_values_moved_to" AFTER UPDATE ON "item_values" REFERENCING NEW TABLE AS added
	FOR EACH STATEMENT EXECUTE FUNCTION "add_item_keys"();
