internal import ApusHTTP
internal import ApusNet

/// A request whose target is known, with all that is needed to send it.
///
/// It is handed from step to step, which is why it lies apart.
final class Call: Sendable {
  /// The request as it was made.
  let request: HTTP.Request
  /// Where its target leads.
  let url: HTTP.URL
  let destination: HTTP.Destination
  let key: PoolKey
  let route: HTTP.Route
  let fields: HTTP.Fields
  let bounds: Bounds
  /// Whether the session has asked for codings, which it then undoes.
  let decodes: Bool

  /// Resolves a request against a session's base, and adds the session's fields to it.
  init(_ request: HTTP.Request, _ preset: Preset) throws(HTTPSessionError) {
    let reference: HTTP.Reference
    do throws(HTTP.InvalidURL) {
      reference = try HTTP.Reference(request.target)
      if let base = preset.base {
        url = try base.resolving(reference)
      } else {
        url = try HTTP.URL(reference)
      }
    } catch {
      throw HTTPSessionError(.url(error), request: request)
    }
    self.request = request
    (fields, decodes) = preset.fields(of: request)
    destination = HTTP.Destination(url)
    // What names no server asks that of the base.
    let isOfBase = reference.scheme == nil && reference.authority == nil
    if isOfBase, let known = preset.key {
      key = known
    } else {
      key = try Self.key(for: url.origin, preset, request)
    }
    route = request.method == .connect ? .connect : .direct
    bounds = Bounds(preset.timeouts)
  }

  /// What the request needs a connection for.
  private static func key(
    for origin: HTTP.Origin, _ preset: Preset, _ request: HTTP.Request
  ) throws(HTTPSessionError) -> PoolKey {
    guard origin.scheme.isSecure, let footings = preset.footings else { return PoolKey(origin) }
    do throws(HTTPSessionError.Reason) {
      return try footings.key(for: origin)
    } catch {
      throw HTTPSessionError(error, request: request)
    }
  }

  /// The request with its whole URL as target.
  var whole: HTTP.Request {
    var request = request
    request.target = url.description
    return request
  }
}

extension Call {
  /// How long the body is, and where its bytes come from; nil for a file, which must be opened.
  var readyBody: (HTTP.BodyLength, Outgoing.Source)? {
    let body = request.body
    // Trailers need the chunked coding, which a known length rules out.
    let length = body.trailers.isEmpty ? body.length : .unknown
    switch body.content {
    case .bytes(let bytes): return (length ?? .known(bytes.count), .bytes(bytes))
    case .sequence(let source): return (length ?? .unknown, .sequence(source))
    case .file: return nil
    }
  }

  /// Opens the file that is the body, and measures it.
  func fileBody(
    on loop: EventLoop
  ) async throws(HTTPSessionError.Reason) -> (HTTP.BodyLength, Outgoing.Source) {
    guard case .file(let part) = request.body.content else { return (.none, .nothing) }
    let file: ReadableFile
    do throws(NetError) {
      file = try await FileAccess(on: loop).open(part.path, until: bounds.deadline(.idle))
    } catch {
      throw bounds.fileReason(error)
    }
    let start = min(Int64(clamping: part.offset), file.byteCount)
    let rest = file.byteCount - start
    let count = part.byteCount.map { Int64(clamping: $0) } ?? rest
    guard count <= rest else {
      throw .file(HTTPSessionError.NetworkFault(.fileEndedEarly(at: file.byteCount)))
    }
    let isChunked = !request.body.trailers.isEmpty
    return (isChunked ? .unknown : .known(Int(count)), .file(file, start..<(start + count)))
  }
}
