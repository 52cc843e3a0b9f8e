import { object, string } from 'yup';

/** Validates the confirmation for deleting a template with items: its exact id. */
export const deleteTemplateRule = (templateId: string) =>
  object({
    id: string()
      .required(`The id you entered does not match ${templateId}`)
      .oneOf([templateId], `The id you entered does not match ${templateId}`),
  });
