-- Arguments: the topic, the scope that it belongs to, and the column with the id of that.
CREATE FUNCTION "tell_news"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	scope_id integer;
BEGIN
	IF TG_OP = 'DELETE' THEN
		EXECUTE format('SELECT ($1).%I', TG_ARGV[2]) INTO scope_id USING OLD;
	ELSE
		EXECUTE format('SELECT ($1).%I', TG_ARGV[2]) INTO scope_id USING NEW;
	END IF;
	IF scope_id IS NOT NULL THEN
		PERFORM pg_notify('quartermaster_news', concat_ws(' ', TG_ARGV[0], TG_ARGV[1], scope_id));
	END IF;
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "accounts_news_id" AFTER UPDATE OF "sessions_since", "ended_sign_ins" OR DELETE ON "accounts"
	FOR EACH ROW EXECUTE FUNCTION "tell_news"('access', 'account', 'id');--> statement-breakpoint
CREATE TRIGGER "workspaces_news_id" AFTER UPDATE ON "workspaces"
	FOR EACH ROW EXECUTE FUNCTION "tell_news"('access', 'workspace', 'id');--> statement-breakpoint
CREATE TRIGGER "workspace_members_news_workspace" AFTER INSERT OR UPDATE OR DELETE ON "workspace_members"
	FOR EACH ROW EXECUTE FUNCTION "tell_news"('access', 'workspace', 'workspace_id');--> statement-breakpoint
CREATE TRIGGER "workspace_members_news_account" AFTER INSERT OR UPDATE OR DELETE ON "workspace_members"
	FOR EACH ROW EXECUTE FUNCTION "tell_news"('access', 'account', 'account_id');--> statement-breakpoint
CREATE TRIGGER "invitations_news_workspace_id" AFTER INSERT OR UPDATE OR DELETE ON "invitations"
	FOR EACH ROW EXECUTE FUNCTION "tell_news"('access', 'workspace', 'workspace_id');--> statement-breakpoint
CREATE TRIGGER "subscriptions_news_workspace_id" AFTER INSERT OR UPDATE OR DELETE ON "subscriptions"
	FOR EACH ROW EXECUTE FUNCTION "tell_news"('access', 'workspace', 'workspace_id');--> statement-breakpoint
CREATE TRIGGER "roles_news_workspace_id" AFTER INSERT OR UPDATE OR DELETE ON "roles"
	FOR EACH ROW EXECUTE FUNCTION "tell_news"('access', 'workspace', 'workspace_id');--> statement-breakpoint
CREATE TRIGGER "projects_news_workspace_id" AFTER INSERT OR UPDATE OR DELETE ON "projects"
	FOR EACH ROW EXECUTE FUNCTION "tell_news"('access', 'workspace', 'workspace_id');--> statement-breakpoint
CREATE TRIGGER "instances_news_id" AFTER INSERT OR UPDATE OR DELETE ON "instances"
	FOR EACH ROW EXECUTE FUNCTION "tell_news"('access', 'instance', 'id');--> statement-breakpoint
CREATE TRIGGER "instance_members_news_instance" AFTER INSERT OR UPDATE OR DELETE ON "instance_members"
	FOR EACH ROW EXECUTE FUNCTION "tell_news"('access', 'instance', 'instance_id');--> statement-breakpoint
CREATE TRIGGER "instance_members_news_account" AFTER INSERT OR UPDATE OR DELETE ON "instance_members"
	FOR EACH ROW EXECUTE FUNCTION "tell_news"('access', 'account', 'account_id');--> statement-breakpoint
CREATE TRIGGER "project_tokens_news_project_id" AFTER INSERT OR UPDATE OF "revoked_at" OR DELETE ON "project_tokens"
	FOR EACH ROW EXECUTE FUNCTION "tell_news"('tokens', 'project', 'project_id');--> statement-breakpoint
CREATE TRIGGER "views_news_project_id" AFTER INSERT OR UPDATE OR DELETE ON "views"
	FOR EACH ROW EXECUTE FUNCTION "tell_news"('views', 'project', 'project_id');--> statement-breakpoint
CREATE TRIGGER "change_sets_news_target_id" AFTER INSERT OR UPDATE ON "change_sets"
	FOR EACH ROW EXECUTE FUNCTION "tell_news"('changes', 'instance', 'target_id');--> statement-breakpoint
CREATE TRIGGER "change_sets_news_source_id" AFTER INSERT OR UPDATE ON "change_sets"
	FOR EACH ROW EXECUTE FUNCTION "tell_news"('changes', 'instance', 'source_id');--> statement-breakpoint
CREATE TRIGGER "sync_reviews_news_target_id" AFTER INSERT OR UPDATE ON "sync_reviews"
	FOR EACH ROW EXECUTE FUNCTION "tell_news"('reviews', 'instance', 'target_id');--> statement-breakpoint
CREATE TRIGGER "sync_reviews_news_source_id" AFTER INSERT OR UPDATE ON "sync_reviews"
	FOR EACH ROW EXECUTE FUNCTION "tell_news"('reviews', 'instance', 'source_id');--> statement-breakpoint
CREATE TRIGGER "releases_news_target_id" AFTER INSERT OR UPDATE ON "releases"
	FOR EACH ROW EXECUTE FUNCTION "tell_news"('releases', 'instance', 'target_id');--> statement-breakpoint
CREATE TRIGGER "releases_news_source_id" AFTER INSERT OR UPDATE ON "releases"
	FOR EACH ROW EXECUTE FUNCTION "tell_news"('releases', 'instance', 'source_id');--> statement-breakpoint
CREATE TRIGGER "proposals_news_instance_id" AFTER INSERT OR UPDATE OR DELETE ON "proposals"
	FOR EACH ROW EXECUTE FUNCTION "tell_news"('proposals', 'instance', 'instance_id');--> statement-breakpoint
CREATE TRIGGER "imports_news_instance_id" AFTER INSERT OR UPDATE OR DELETE ON "imports"
	FOR EACH ROW EXECUTE FUNCTION "tell_news"('imports', 'instance', 'instance_id');--> statement-breakpoint
CREATE TRIGGER "reports_news_instance_id" AFTER INSERT OR UPDATE OR DELETE ON "reports"
	FOR EACH ROW EXECUTE FUNCTION "tell_news"('exports', 'instance', 'instance_id');--> statement-breakpoint
CREATE TRIGGER "channels_news_instance_id" AFTER INSERT OR UPDATE OR DELETE ON "channels"
	FOR EACH ROW EXECUTE FUNCTION "tell_news"('builds', 'instance', 'instance_id');--> statement-breakpoint
CREATE TRIGGER "webhooks_news_instance_id" AFTER INSERT OR UPDATE OR DELETE ON "webhooks"
	FOR EACH ROW EXECUTE FUNCTION "tell_news"('webhooks', 'instance', 'instance_id');--> statement-breakpoint
CREATE TRIGGER "job_progress_news_instance_id" AFTER INSERT OR UPDATE OR DELETE ON "job_progress"
	FOR EACH ROW EXECUTE FUNCTION "tell_news"('jobs', 'instance', 'instance_id');
