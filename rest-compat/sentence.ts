/**
 * A reference to the description of a type (`MrnSettings`), field (`Patient.mrn`) or argument
 * (`Clinic.patients(search)`) in the graph, so that each description is written once.
 */
export class GraphDescription {
  constructor(readonly place: string) {}
}

/** A sentence of the API reference: a literal text, or a reference to the graph. */
export type Sentence = string | GraphDescription;

/** The description of a part of the graph. */
export const describedAs = (place: string): GraphDescription => new GraphDescription(place);
