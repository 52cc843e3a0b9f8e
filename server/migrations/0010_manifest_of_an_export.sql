ALTER TABLE "reports" ADD COLUMN "manifest" text;--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "manifest_sha256" text;--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "manifest_bytes" bigint;