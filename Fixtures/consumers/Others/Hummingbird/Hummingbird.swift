public struct Cookies: Sendable { public init() {} }
public struct HTTPError: Sendable { public init() {} }
public struct Router: Sendable { public init() {} }
