@_exported public import MultipartKit
@_exported public import NIOCore

public struct Application: Sendable { public init() {} }
public struct Client: Sendable { public init() {} }
public struct Content: Sendable { public init() {} }
public struct Environment: Sendable { public init() {} }
public struct Request: Sendable { public init() {} }
public struct Response: Sendable { public init() {} }
