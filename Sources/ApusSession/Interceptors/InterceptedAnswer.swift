public import ApusHTTP

extension HTTPSession {
  /// A response that interceptors return: its head, and content that is not yet read.
  ///
  /// The release of an intercepted response returns its connection to the pool.
  public struct InterceptedAnswer: Sendable {
    private(set) var received: ReceivedAnswer

    /// The status and the header fields of the response, with the changes that the caller receives.
    public var head: HTTP.ResponseHead {
      get { received.head }
      set { received = ReceivedAnswer(newValue, received.source) }
    }

    init(_ received: ReceivedAnswer) { self.received = received }

    /// Creates an intercepted response from a response that the program has made or changed.
    ///
    /// - Parameter response: The response, whose content is in memory.
    public init(_ response: HTTP.Response) {
      let source = ReceivedAnswer.Source.here(response.body, trailers: response.trailers)
      self.init(ReceivedAnswer(response.head, source))
    }

    /// The status of the response.
    public var status: HTTP.Status {
      get { head.status }
      set { head.status = newValue }
    }

    /// The header fields of the response.
    public var headers: HTTP.Fields {
      get { head.fields }
      set { head.fields = newValue }
    }

    /// Reads the response content to its end, or throws an error if the content exceeds the limit.
    ///
    /// The response content can be read only once. To return the content to the caller, return an
    /// `InterceptedAnswer` with the response.
    ///
    /// - Parameter limit: The maximum number of bytes; 1 MiB by default.
    public nonisolated(nonsending) func response(
      upTo limit: Int = 1 << 20
    ) async throws -> HTTP.Response {
      guard limit >= 0 else {
        throw HTTPSessionError(
          .setting(.limit("upTo", limit, atLeast: 0)), response: HTTP.Response(head))
      }
      switch received.source {
      case .here(let bytes, let trailers):
        return HTTP.Response(head, body: bytes, trailers: trailers)
      case .coming(let content):
        do throws(HTTPSessionError.Reason) {
          let bytes = try await content.collect(limit: limit, nil)
          return HTTP.Response(head, body: bytes, trailers: content.trailers)
        } catch {
          throw HTTPSessionError(error, response: HTTP.Response(head)).thrown
        }
      }
    }

    /// Discards the rest of the response content.
    ///
    /// The connection is reused only if the whole content was already received.
    public func drop() {
      if case .coming(let content) = received.source { content.close() }
    }
  }
}

/// A response head, with the source of its content.
///
/// The values are stored in an object, because many functions return them.
final class ReceivedAnswer: Sendable {
  /// The source of the response content.
  enum Source: Sendable {
    case coming(any PendingContent)
    case here([UInt8], trailers: HTTP.Fields)
  }

  let head: HTTP.ResponseHead
  let source: Source
  /// The number of changes of the response head at the time of this copy of the head.
  ///
  /// The number is `nil` if an interceptor has created the response head.
  let changeCount: Int?

  init(_ head: HTTP.ResponseHead, _ source: Source, changeCount: Int? = nil) {
    self.head = head
    self.source = source
    self.changeCount = changeCount
  }
}

/// Response content that has not been read yet.
protocol PendingContent: AnyObject, Sendable {
  nonisolated(nonsending) func collect(
    limit: Int, _ progress: ((TransferProgress) -> Void)?
  ) async throws(HTTPSessionError.Reason) -> [UInt8]
  var trailers: HTTP.Fields { get }
  func close()
}
