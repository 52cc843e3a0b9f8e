CREATE INDEX "access_log_at" ON "access_log" USING btree ("workspace_id","at");--> statement-breakpoint
CREATE INDEX "syncs_source_created" ON "syncs" USING btree ("source_id","created_at");--> statement-breakpoint
CREATE INDEX "syncs_target_created" ON "syncs" USING btree ("target_id","created_at");