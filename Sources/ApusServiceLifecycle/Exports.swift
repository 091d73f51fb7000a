// A program that also imports Apus needs this name for the declarations of the module
// `ApusServiceLifecycle`.

@_exported public import class ApusSession.HTTPSession
