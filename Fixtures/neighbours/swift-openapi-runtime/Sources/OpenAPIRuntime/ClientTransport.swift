public import FoundationEssentials
public import HTTPTypes

/// The sender of a generated client's requests.
public protocol ClientTransport: Sendable {
  func send(
    _ request: HTTPRequest, body: HTTPBody?, baseURL: URL, operationID: String
  ) async throws -> (HTTPResponse, HTTPBody?)
}
