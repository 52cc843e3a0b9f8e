-- The text of a whole number as in JSON, so that no item takes the value of one whose number is not converted to text yet.
CREATE OR REPLACE FUNCTION "item_key_value"("number" double precision, "text" text) RETURNS uuid
	-- Adding zero makes -0 a 0; PostgreSQL writes numbers of 16 digits with an exponent.
	LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT md5(coalesce($2,
		CASE WHEN abs($1) BETWEEN 1e15 AND 9007199254740991 AND $1 = trunc($1) THEN $1::bigint::text ELSE ($1 + 0)::text END))::uuid $$;--> statement-breakpoint
UPDATE item_keys k SET value = item_key_value(v.number, v.text)
	FROM templates t, jsonb_array_elements_text(t.unique_keys) u (key), item_values v
	WHERE t.unique_keys <> '[]' AND v.template_key = t.key AND v.field_key = u.key::integer
		AND (v.number >= 1e15 OR v.number <= -1e15)
		AND k.template_key = t.key AND k.field_key = v.field_key AND k.item_id = v.item_id AND k.value = md5((v.number + 0)::text)::uuid;
