ALTER TABLE "item_revisions" ALTER COLUMN "account_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "menu_revisions" ALTER COLUMN "account_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "reports" ALTER COLUMN "account_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "template_revisions" ALTER COLUMN "account_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "item_revisions" ADD COLUMN "actor" text DEFAULT 'account' NOT NULL;--> statement-breakpoint
ALTER TABLE "item_revisions" ADD COLUMN "origin" text DEFAULT 'form' NOT NULL;--> statement-breakpoint
ALTER TABLE "menu_revisions" ADD COLUMN "actor" text DEFAULT 'account' NOT NULL;--> statement-breakpoint
ALTER TABLE "menu_revisions" ADD COLUMN "origin" text DEFAULT 'form' NOT NULL;--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "actor" text DEFAULT 'account' NOT NULL;--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "origin" text DEFAULT 'form' NOT NULL;--> statement-breakpoint
ALTER TABLE "template_revisions" ADD COLUMN "actor" text DEFAULT 'account' NOT NULL;--> statement-breakpoint
ALTER TABLE "template_revisions" ADD COLUMN "origin" text DEFAULT 'form' NOT NULL;--> statement-breakpoint
UPDATE "item_revisions" r SET "origin" = CASE WHEN y."undoes_id" IS NULL THEN 'sync' ELSE 'undo' END FROM "syncs" y WHERE y."id" = r."sync_id";--> statement-breakpoint
UPDATE "template_revisions" r SET "origin" = CASE WHEN y."undoes_id" IS NULL THEN 'sync' ELSE 'undo' END FROM "syncs" y WHERE y."id" = r."sync_id";--> statement-breakpoint
UPDATE "menu_revisions" r SET "origin" = CASE WHEN y."undoes_id" IS NULL THEN 'sync' ELSE 'undo' END FROM "syncs" y WHERE y."id" = r."sync_id";
