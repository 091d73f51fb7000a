public enum HTTP {
  public static func perform<Request: Sendable>(
    request: Request
  ) async throws -> Request { request }
}
