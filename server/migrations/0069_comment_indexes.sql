DROP INDEX "comment_mentions_mail";--> statement-breakpoint
CREATE INDEX "comment_mentions_unmailed" ON "comment_mentions" USING btree ("account_id") WHERE "comment_mentions"."mailed_at" is null;--> statement-breakpoint
CREATE INDEX "comments_project" ON "comments" USING btree ("project_id");--> statement-breakpoint
CREATE INDEX "comments_instance" ON "comments" USING btree ("instance_id");