/**
 * The description of a place in the graph: a type (`MrnSettings`), a field (`Patient.mrn`) or an argument
 * (`Clinic.patients(search)`). The API reference repeats it, so it is written once.
 */
export class GraphDescription {
  constructor(readonly place: string) {}
}

/** A sentence of the API reference: written here, or taken from the graph. */
export type Sentence = string | GraphDescription;

/** The sentence that describes a place in the graph. */
export const describedAs = (place: string): GraphDescription => new GraphDescription(place);
