import { type FieldType, fieldTypes } from '@quartermaster/contract/field-types/registry.ts';
import { fieldTypeViewOf } from './registry.ts';

/** The icon of a field type in its colour; hidden from screen readers unless `named`. */
export function FieldIcon({ type, named = false }: { type: FieldType; named?: boolean }) {
  const { icon: Icon, color } = fieldTypeViewOf(type);
  const shade = `light-dark(var(--mantine-color-${color}-8), var(--mantine-color-${color}-4))`;
  const name = named ? { role: 'img', 'aria-label': fieldTypes[type].label } : { 'aria-hidden': true };
  return <Icon size={15} color={shade} style={{ flex: 'none' }} {...name} />;
}
