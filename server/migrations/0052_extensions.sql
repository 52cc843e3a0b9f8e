CREATE TABLE "extensions" (
	"id" serial PRIMARY KEY NOT NULL,
	"workspace_id" integer NOT NULL,
	"name" text NOT NULL,
	"version" text NOT NULL,
	"title" text NOT NULL,
	"address" text NOT NULL,
	"editor_types" text[] NOT NULL,
	"has_cells" boolean NOT NULL,
	"hash" text NOT NULL,
	"script" text NOT NULL,
	"account_id" integer,
	"allowed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "extensions" ADD CONSTRAINT "extensions_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "extensions" ADD CONSTRAINT "extensions_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "extensions_name" ON "extensions" USING btree ("workspace_id","name");--> statement-breakpoint
CREATE INDEX "extensions_hash" ON "extensions" USING btree ("hash");