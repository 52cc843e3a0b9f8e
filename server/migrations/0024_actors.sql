ALTER TABLE "sync_reviews" ALTER COLUMN "account_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "syncs" ALTER COLUMN "account_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "access_log" ADD COLUMN "actor" text DEFAULT 'account' NOT NULL;--> statement-breakpoint
ALTER TABLE "sync_reviews" ADD COLUMN "actor" text DEFAULT 'account' NOT NULL;--> statement-breakpoint
ALTER TABLE "sync_reviews" ADD COLUMN "answered_actor" text;--> statement-breakpoint
ALTER TABLE "syncs" ADD COLUMN "actor" text DEFAULT 'account' NOT NULL;--> statement-breakpoint
UPDATE "sync_reviews" SET "answered_actor" = 'account' WHERE "answered_by" IS NOT NULL;