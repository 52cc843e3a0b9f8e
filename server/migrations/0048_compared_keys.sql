CREATE TABLE "repeated_keys" (
	"template_key" integer NOT NULL,
	"field_key" integer NOT NULL,
	"item_id" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "repeated_keys" ADD CONSTRAINT "repeated_keys_template_key_templates_key_fk" FOREIGN KEY ("template_key") REFERENCES "public"."templates"("key") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- Texts of which nobody sees a difference: `comparedText` of the contract.
CREATE FUNCTION "compared_text"("text" text) RETURNS text
	LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT CASE WHEN octet_length($1) = char_length($1)
		THEN btrim($1, E' \t\n\x0b\f\r')
		ELSE normalize(btrim($1, E' \t\n\x0b\f\r\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff'), NFC) END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "item_key_value"("number" double precision, "text" text) RETURNS uuid
	-- Adding zero makes -0 a 0; PostgreSQL writes numbers of 16 digits with an exponent.
	LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT md5(coalesce(compared_text($2),
		CASE WHEN abs($1) BETWEEN 1e15 AND 9007199254740991 AND $1 = trunc($1) THEN $1::bigint::text ELSE ($1 + 0)::text END))::uuid $$;--> statement-breakpoint
-- A value that becomes equal to another one is listed and gets no key: it is refused when it changes.
CREATE TEMPORARY TABLE "changed_keys" ON COMMIT DROP AS
	SELECT v.template_key, v.field_key, v.item_id, md5(v.text)::uuid AS before, item_key_value(v.number, v.text) AS after, left(fold(v.text), 64) AS begins
	FROM templates t, jsonb_array_elements_text(t.unique_keys) u (key), item_values v
	WHERE t.unique_keys <> '[]' AND v.template_key = t.key AND v.field_key = u.key::integer AND v.text <> compared_text(v.text);--> statement-breakpoint
DELETE FROM item_keys k USING changed_keys c
	WHERE k.template_key = c.template_key AND k.field_key = c.field_key AND k.item_id = c.item_id AND k.value = c.before;--> statement-breakpoint
INSERT INTO item_keys (template_key, field_key, value, item_id, begins)
	SELECT DISTINCT ON (c.template_key, c.field_key, c.after) c.template_key, c.field_key, c.after, c.item_id, c.begins
	FROM changed_keys c
	WHERE NOT EXISTS (SELECT FROM item_keys k WHERE k.template_key = c.template_key AND k.field_key = c.field_key AND k.value = c.after)
	ORDER BY c.template_key, c.field_key, c.after, c.item_id;--> statement-breakpoint
INSERT INTO repeated_keys (template_key, field_key, item_id)
	SELECT c.template_key, c.field_key, c.item_id FROM changed_keys c
	WHERE NOT EXISTS (
		SELECT FROM item_keys k
		WHERE k.template_key = c.template_key AND k.field_key = c.field_key AND k.value = c.after AND k.item_id = c.item_id
	);
