// A program that also imports Apus needs these names for the functions of the module
// `ApusHTTPTypes`.

@_exported public import enum ApusHTTP.HTTP
@_exported public import class ApusSession.HTTPSession
