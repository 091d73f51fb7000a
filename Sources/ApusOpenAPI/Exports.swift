// A program that also imports Apus needs this name for the functions of the module `ApusOpenAPI`.

@_exported public import class ApusSession.HTTPSession
