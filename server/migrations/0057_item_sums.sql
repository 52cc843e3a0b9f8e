CREATE TABLE "item_sums" (
	"template_key" integer NOT NULL,
	"bucket" integer NOT NULL,
	"part" bigserial NOT NULL,
	"sum" bigint NOT NULL,
	CONSTRAINT "item_sums_template_key_bucket_part_pk" PRIMARY KEY("template_key","bucket","part")
);
--> statement-breakpoint
ALTER TABLE "item_sums" ADD CONSTRAINT "item_sums_template_key_templates_key_fk" FOREIGN KEY ("template_key") REFERENCES "public"."templates"("key") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE FUNCTION "item_sum"("id" integer, "hash" uuid) RETURNS bigint
	LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT ('x' || left(md5($1::text || $2::text), 12))::bit(48)::bigint $$;--> statement-breakpoint
CREATE FUNCTION "add_item_sums"("template_keys" integer[], "changed_buckets" integer[], "changes" bigint[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	WITH change AS MATERIALIZED (
		SELECT c.template, c.bucket, c.sum FROM unnest(template_keys, changed_buckets, changes) c (template, bucket, sum) WHERE c.sum <> 0
	),
	free AS MATERIALIZED (
		SELECT c.template, c.bucket, c.sum, f.part FROM change c CROSS JOIN LATERAL (
			SELECT s.part FROM item_sums s WHERE s.template_key = c.template AND s.bucket = c.bucket LIMIT 1 FOR UPDATE SKIP LOCKED
		) f
	),
	added AS (
		UPDATE item_sums s SET sum = s.sum + f.sum FROM free f
			WHERE s.template_key = f.template AND s.bucket = f.bucket AND s.part = f.part
	)
	INSERT INTO item_sums (template_key, bucket, sum)
		-- A template that is deleted takes its items with it.
		SELECT c.template, c.bucket, c.sum FROM change c JOIN templates t ON t.key = c.template
		WHERE NOT EXISTS (SELECT FROM free f WHERE f.template = c.template AND f.bucket = c.bucket);
END
$$;--> statement-breakpoint
CREATE FUNCTION "sum_items"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	-- Each statement is planned when it first runs, with the tables of its trigger.
	IF TG_OP = 'INSERT' THEN
		PERFORM add_item_sums(array_agg(template_key), array_agg(bucket), array_agg(sum)) FROM (
			SELECT template_key, id / 64 AS bucket, sum(item_sum(id, hash))::bigint AS sum FROM added GROUP BY 1, 2
		) c;
	ELSIF TG_OP = 'DELETE' THEN
		PERFORM add_item_sums(array_agg(template_key), array_agg(bucket), array_agg(sum)) FROM (
			SELECT template_key, id / 64 AS bucket, -sum(item_sum(id, hash))::bigint AS sum FROM removed GROUP BY 1, 2
		) c;
	ELSE
		PERFORM add_item_sums(array_agg(template_key), array_agg(bucket), array_agg(sum)) FROM (
			SELECT template_key, id / 64 AS bucket, sum(sum)::bigint AS sum FROM (
				SELECT template_key, id, item_sum(id, hash) AS sum FROM added
				UNION ALL SELECT template_key, id, -item_sum(id, hash) FROM removed
			) i GROUP BY 1, 2
		) c;
	END IF;
	RETURN NULL;
END
$$;--> statement-breakpoint
INSERT INTO item_sums (template_key, bucket, sum)
	SELECT template_key, id / 64, sum(item_sum(id, hash))::bigint FROM items GROUP BY 1, 2;--> statement-breakpoint
CREATE TRIGGER "items_added" AFTER INSERT ON "items" REFERENCING NEW TABLE AS added
	FOR EACH STATEMENT EXECUTE FUNCTION "sum_items"();--> statement-breakpoint
CREATE TRIGGER "items_removed" AFTER DELETE ON "items" REFERENCING OLD TABLE AS removed
	FOR EACH STATEMENT EXECUTE FUNCTION "sum_items"();--> statement-breakpoint
CREATE TRIGGER "items_changed" AFTER UPDATE ON "items" REFERENCING OLD TABLE AS removed NEW TABLE AS added
	FOR EACH STATEMENT EXECUTE FUNCTION "sum_items"();
