ALTER TABLE "accounts" ADD COLUMN "has_second_factor" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "workspace_members" ADD COLUMN "factor_due_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "workspaces" ADD COLUMN "factor_days" smallint;--> statement-breakpoint
UPDATE accounts SET has_second_factor = true WHERE id IN (SELECT account_id FROM second_factors);--> statement-breakpoint
CREATE FUNCTION "mark_second_factor"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE accounts SET has_second_factor = TG_OP = 'INSERT' WHERE id = coalesce(NEW.account_id, OLD.account_id);
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "second_factors_changed" AFTER INSERT OR DELETE ON "second_factors"
	FOR EACH ROW EXECUTE FUNCTION "mark_second_factor"();
