// A program that also imports Apus needs this name for the declarations of the module
// `ApusMetrics`.

@_exported public import class ApusSession.HTTPSession
