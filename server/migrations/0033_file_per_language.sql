ALTER TABLE "report_steps" ALTER COLUMN "position" SET DATA TYPE integer;--> statement-breakpoint
ALTER TABLE "report_steps" ADD COLUMN "language" text;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "file_per_language" boolean DEFAULT false NOT NULL;