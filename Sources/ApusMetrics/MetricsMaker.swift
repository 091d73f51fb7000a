#if Metrics
  internal import ApusHTTP
  internal import ApusSession
  internal import Metrics

  /// The names of the metrics, which OpenTelemetry or this package defines.
  enum MetricName: String {
    case requestDuration = "http.client.request.duration"
    case requestBodySize = "http.client.request.body.size"
    case responseBodySize = "http.client.response.body.size"
    case activeRequests = "http.client.active_requests"
    case connectionDuration = "http.client.connection.duration"
    case openConnections = "http.client.open_connections"
    case retries = "apus.client.retries"
    case waitingRequests = "apus.client.waiting_requests"
    case dialledConnections = "apus.client.dialled_connections"
  }

  /// The dimensions of a metric with the attribute names of OpenTelemetry.
  struct Dimensions {
    private(set) var pairs: [(String, String)] = []

    init(_ server: ServerAttributes?) {
      guard let server else { return }
      pairs = [("server.address", server.address), ("server.port", "\(server.port)")]
    }

    init(_ request: RequestAttributes) {
      self.init(request.server)
      pairs.append(("http.request.method", request.method))
    }

    init(
      _ request: RequestAttributes, _ status: HTTP.Status?, _ version: HTTP.Version?,
      _ error: HTTPSessionError?
    ) {
      self.init(request)
      if let status { pairs.append(("http.response.status_code", "\(status.code)")) }
      if let version { pairs.append(("network.protocol.version", "\(version)")) }
      if let type = RequestAttributes.errorType(status: status, error: error) {
        pairs.append(("error.type", type))
      }
    }

    /// Returns the metric dimensions with the state of the connections.
    func with(state: String) -> Dimensions {
      var dimensions = self
      dimensions.pairs.append(("http.connection.state", state))
      return dimensions
    }
  }

  /// An object that creates metrics with a metrics factory. If the factory is `nil`, the object
  /// uses the factory of the task or of the system.
  struct MetricsMaker: Sendable {
    let factory: (any MetricsFactory)?

    /// Creates a timer metric whose values are displayed in seconds.
    func timer(_ name: MetricName, _ dimensions: Dimensions) -> Metrics.Timer {
      guard let factory else {
        return Metrics.Timer(
          label: name.rawValue, dimensions: dimensions.pairs, preferredDisplayUnit: .seconds)
      }
      return Metrics.Timer(label: name.rawValue, dimensions: dimensions.pairs, factory: factory)
    }

    func meter(_ name: MetricName, _ dimensions: Dimensions) -> Meter {
      guard let factory else { return Meter(label: name.rawValue, dimensions: dimensions.pairs) }
      return Meter(label: name.rawValue, dimensions: dimensions.pairs, factory: factory)
    }

    func counter(_ name: MetricName, _ dimensions: Dimensions) -> Counter {
      guard let factory else { return Counter(label: name.rawValue, dimensions: dimensions.pairs) }
      return Counter(label: name.rawValue, dimensions: dimensions.pairs, factory: factory)
    }

    func recorder(_ name: MetricName, _ dimensions: Dimensions) -> Recorder {
      guard let factory else { return Recorder(label: name.rawValue, dimensions: dimensions.pairs) }
      return Recorder(label: name.rawValue, dimensions: dimensions.pairs, factory: factory)
    }
  }
#endif
