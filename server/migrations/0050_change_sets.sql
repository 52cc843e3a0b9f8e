-- Names only: nothing is rewritten, however large the tables are. The index of a constraint is renamed with it.
ALTER TABLE "syncs" RENAME TO "change_sets";--> statement-breakpoint
ALTER TABLE "sync_items" RENAME TO "change_set_items";--> statement-breakpoint
ALTER TABLE "sync_templates" RENAME TO "change_set_templates";--> statement-breakpoint
ALTER TABLE "sync_index" RENAME TO "change_set_index";--> statement-breakpoint
ALTER TABLE "change_set_items" RENAME COLUMN "sync_id" TO "change_set_id";--> statement-breakpoint
ALTER TABLE "change_set_templates" RENAME COLUMN "sync_id" TO "change_set_id";--> statement-breakpoint
ALTER TABLE "change_set_index" RENAME COLUMN "sync_id" TO "change_set_id";--> statement-breakpoint
ALTER TABLE "item_revisions" RENAME COLUMN "sync_id" TO "change_set_id";--> statement-breakpoint
ALTER TABLE "template_revisions" RENAME COLUMN "sync_id" TO "change_set_id";--> statement-breakpoint
ALTER TABLE "menu_revisions" RENAME COLUMN "sync_id" TO "change_set_id";--> statement-breakpoint
ALTER TABLE "trash" RENAME COLUMN "sync_id" TO "change_set_id";--> statement-breakpoint
ALTER TABLE "releases" RENAME COLUMN "sync_id" TO "change_set_id";--> statement-breakpoint
ALTER TABLE "sync_reviews" RENAME COLUMN "sync_id" TO "change_set_id";--> statement-breakpoint
ALTER SEQUENCE "syncs_id_seq" RENAME TO "change_sets_id_seq";--> statement-breakpoint
ALTER TABLE "change_sets" RENAME CONSTRAINT "syncs_pkey" TO "change_sets_pkey";--> statement-breakpoint
ALTER TABLE "change_sets" RENAME CONSTRAINT "syncs_source_id_instances_id_fk" TO "change_sets_source_id_instances_id_fk";--> statement-breakpoint
ALTER TABLE "change_sets" RENAME CONSTRAINT "syncs_target_id_instances_id_fk" TO "change_sets_target_id_instances_id_fk";--> statement-breakpoint
ALTER TABLE "change_set_items" RENAME CONSTRAINT "sync_items_sync_id_template_key_item_id_pk" TO "change_set_items_change_set_id_template_key_item_id_pk";--> statement-breakpoint
ALTER TABLE "change_set_templates" RENAME CONSTRAINT "sync_templates_sync_id_template_id_pk" TO "change_set_templates_change_set_id_template_id_pk";--> statement-breakpoint
ALTER TABLE "change_set_templates" RENAME CONSTRAINT "sync_templates_sync_id_syncs_id_fk" TO "change_set_templates_change_set_id_change_sets_id_fk";--> statement-breakpoint
ALTER TABLE "change_set_inputs" RENAME CONSTRAINT "change_set_inputs_change_set_id_syncs_id_fk" TO "change_set_inputs_change_set_id_change_sets_id_fk";--> statement-breakpoint
ALTER TABLE "imports" RENAME CONSTRAINT "imports_change_set_id_syncs_id_fk" TO "imports_change_set_id_change_sets_id_fk";--> statement-breakpoint
ALTER TABLE "proposals" RENAME CONSTRAINT "proposals_change_set_id_syncs_id_fk" TO "proposals_change_set_id_change_sets_id_fk";--> statement-breakpoint
ALTER INDEX "syncs_source" RENAME TO "change_sets_source";--> statement-breakpoint
ALTER INDEX "syncs_target" RENAME TO "change_sets_target";--> statement-breakpoint
ALTER INDEX "syncs_source_created" RENAME TO "change_sets_source_created";--> statement-breakpoint
ALTER INDEX "syncs_target_created" RENAME TO "change_sets_target_created";--> statement-breakpoint
ALTER INDEX "syncs_undoes" RENAME TO "change_sets_undoes";--> statement-breakpoint
ALTER INDEX "syncs_idempotency" RENAME TO "change_sets_idempotency";--> statement-breakpoint
ALTER INDEX "syncs_running" RENAME TO "change_sets_running";--> statement-breakpoint
ALTER INDEX "sync_index_sync" RENAME TO "change_set_index_change_set";--> statement-breakpoint
ALTER INDEX "releases_sync" RENAME TO "releases_change_set";--> statement-breakpoint
-- The text of a function does not follow.
CREATE OR REPLACE FUNCTION "revision_values"("r" "item_revisions") RETURNS jsonb LANGUAGE sql STABLE AS $$
	SELECT CASE WHEN r.base_version IS NULL THEN r."values" ELSE (
		SELECT (b."values" - coalesce(r.removed, '{}')) || r."values"
		FROM item_revisions b
		WHERE b.template_key = r.template_key AND b.item_id = r.item_id AND b.version = r.base_version AND b.base_version IS NULL
			AND (b.change_set_id IS NULL OR EXISTS (SELECT 1 FROM change_sets y WHERE y.id = b.change_set_id AND y.state = 'applied'))
		LIMIT 1
	) END
$$;
