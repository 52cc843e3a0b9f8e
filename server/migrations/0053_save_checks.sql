ALTER TABLE "webhooks" ADD COLUMN "before_saves" text;--> statement-breakpoint
ALTER TABLE "webhooks" ADD COLUMN "failed_checks" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "webhooks" ADD COLUMN "checks_paused_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "instances" ADD COLUMN "has_checks" boolean DEFAULT false NOT NULL;