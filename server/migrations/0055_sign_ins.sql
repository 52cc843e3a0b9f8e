CREATE TABLE "sign_ins" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" integer NOT NULL,
	"user_agent" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "ended_sign_ins" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "sign_ins" ADD CONSTRAINT "sign_ins_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sign_ins_account" ON "sign_ins" USING btree ("account_id","used_at");--> statement-breakpoint
-- Sessions from before: their devices are not known.
INSERT INTO "sign_ins" ("id", "account_id", "user_agent", "created_at", "used_at")
	SELECT "family", "account_id", '', min("created_at"), max("created_at") FROM "refresh_tokens" WHERE "revoked_at" IS NULL GROUP BY 1, 2;
