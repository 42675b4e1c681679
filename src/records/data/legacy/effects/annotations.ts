import { isJsonObject } from '../../../../platform/validation/values/json';

type Content = Readonly<Record<string, unknown>>;

const readAnnotations = ({ annotations }: Content): unknown[] =>
  Array.isArray(annotations) ? annotations : [];

const hasCode = (annotation: unknown, code: string): boolean =>
  isJsonObject(annotation) && annotation.code === code;

export const isAnnotated = (content: Content, code: string): boolean =>
  readAnnotations(content).some((annotation) => hasCode(annotation, code));

/** The content with an additional annotation. */
export const annotated = (
  content: Content,
  annotation: { code: string; [fact: string]: string },
): Record<string, unknown> => ({ ...content, annotations: [...readAnnotations(content), annotation] });

/** Removes annotations with a code from a content, which may be a large one: it is not copied. */
export function removeAnnotation(content: Record<string, unknown>, code: string): Record<string, unknown> {
  const left = readAnnotations(content).filter((annotation) => !hasCode(annotation, code));
  delete content.annotations;
  return left.length > 0 ? Object.assign(content, { annotations: left }) : content;
}
