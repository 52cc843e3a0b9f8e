-- Arguments: the topic, and the query of the instance that a row of another table belongs to, with the row as $1.
CREATE FUNCTION "tell_news_of"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	instance_id integer;
BEGIN
	EXECUTE TG_ARGV[1] INTO instance_id USING NEW;
	IF instance_id IS NOT NULL THEN
		PERFORM pg_notify('quartermaster_news', concat_ws(' ', TG_ARGV[0], 'instance', instance_id));
	END IF;
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "job_progress_news_source" AFTER INSERT OR UPDATE ON "job_progress"
	FOR EACH ROW WHEN (NEW.kind = 'change-set') EXECUTE FUNCTION "tell_news_of"('jobs', 'SELECT source_id FROM change_sets WHERE id = ($1).subject_id');--> statement-breakpoint
CREATE TRIGGER "webhook_deliveries_news" AFTER INSERT OR UPDATE OF "state" ON "webhook_deliveries"
	FOR EACH ROW EXECUTE FUNCTION "tell_news_of"('webhooks', 'SELECT instance_id FROM webhooks WHERE id = ($1).webhook_id');
