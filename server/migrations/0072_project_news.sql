-- Each new item takes its id from its project's row, which changes nobody's access.
DROP TRIGGER "projects_news_workspace_id" ON "projects";--> statement-breakpoint
CREATE TRIGGER "projects_news_workspace_id" AFTER INSERT OR DELETE
	OR UPDATE OF "workspace_id", "name", "status", "languages", "file_per_language", "delete_after", "removal_started_at" ON "projects"
	FOR EACH ROW EXECUTE FUNCTION "tell_news"('access', 'workspace', 'workspace_id');
