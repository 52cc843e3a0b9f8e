ALTER TABLE "releases" ADD COLUMN "seen" jsonb;--> statement-breakpoint
ALTER TABLE "sync_reviews" ADD COLUMN "seen" jsonb;