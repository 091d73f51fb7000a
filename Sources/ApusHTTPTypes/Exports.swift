// A program that also imports Apus needs these names for the functions of this module.

@_exported public import enum ApusHTTP.HTTP
@_exported public import class ApusSession.HTTPSession
