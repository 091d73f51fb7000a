public struct HTTPField: Sendable { public init() {} }
public struct HTTPFields: Sendable { public init() {} }
public struct HTTPRequest: Sendable { public init() {} }
public struct HTTPResponse: Sendable { public init() {} }
