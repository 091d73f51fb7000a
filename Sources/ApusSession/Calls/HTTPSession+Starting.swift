internal import ApusConnections
public import ApusHTTP
internal import ApusNet

extension HTTPSession {
  /// The work of a task: a request, and the use of its response.
  public struct Work<Value: Sendable>: Sendable {
    let kind: HTTPTask.Kind
    let request: HTTP.Request
    let run: @Sendable (HTTPSession, HTTPTask) async throws(HTTPSessionError) -> Value

    init(
      _ kind: HTTPTask.Kind, _ request: HTTP.Request,
      _ run: @escaping @Sendable (HTTPSession, HTTPTask) async throws(HTTPSessionError) -> Value
    ) {
      self.kind = kind
      self.request = request
      self.run = run
    }
  }

  /// Starts work in a task of its own, and returns the handle of it.
  ///
  ///     let task = api.start(.send(.get("users"), as: [User].self), priority: .high)
  ///     let users = try await task.value
  ///
  /// A task that starts suspended sends no request before it is resumed. The timeout of the whole
  /// call runs from its start, and fails the task whether it is resumed or not. Tasks of a session
  /// that was shut down fail.
  ///
  /// - Parameters:
  ///   - work: The work of the task, such as `.send(.get("users"))`.
  ///   - priority: The priority among requests that wait for a connection; nil for that of the
  ///     request.
  ///   - isSuspended: A Boolean value that indicates whether the task waits for `resume()` before
  ///     it sends a request.
  @discardableResult
  public func start<Value>(
    _ work: Work<Value>, priority: HTTP.RequestOptions.Priority? = nil, isSuspended: Bool = false
  ) -> HTTPTask.Returning<Value> {
    let number = handles.nextNumber()
    let control = CallControl(
      environment.time, priority ?? work.request.options.priority ?? .normal,
      isSuspended: isSuspended,
      told: monitors.map { (monitors) -> CallControl.Told in
        { monitors.tell($0 ? .suspended(task: number) : .resumed(task: number), ofTaskWith: $1) }
      })
    let task = HTTPTask.Returning<Value>(number, work.kind, work.request, control)
    handles.add(task)
    let isAdmitted = calls.admit()
    // Like any other new task, it runs on the program's preferred executor, but not on a shared
    // loop.
    task.run(
      Task(executorPreference: CurrentTask.executorOfCallers) { [self] in
        let result: Result<Value, HTTPSessionError>
        do throws(HTTPSessionError) {
          guard isAdmitted else { throw HTTPSessionError(.shutDown, request: work.request) }
          result = .success(try await work.run(self, task))
        } catch {
          result = .failure(error)
        }
        await hold(control)
        handles.remove(task)
        task.end()
        if isAdmitted { calls.leave() }
        return result
      })
    return task
  }

  /// The tasks that have been started and have not ended, by kind and by age.
  ///
  /// Data tasks are first, then uploads, then downloads. The property may be read anywhere,
  /// including the callbacks of a call. An awaited call is not in the list: its handle is the Swift
  /// task that awaits it, and monitors are notified when it begins and ends.
  public var tasks: [HTTPTask] { handles.tasks }

  /// Holds the result of a suspended call until the call is resumed, cancelled or shut down, or its
  /// time is over.
  private func hold(_ control: CallControl) async {
    guard control.suspension != nil, let loop = try? loopOfFiles() else { return }
    _ = try? await control.goesOn(by: control.callEnd, on: loop)
  }
}

extension HTTPSession.Work where Value == HTTP.Response {
  /// Sends a request, and returns the response with its whole content.
  ///
  /// - Parameters:
  ///   - request: The request to send.
  ///   - limit: The time limit of the whole call, or nil for the session's.
  ///   - accepted: The accepted statuses, or nil for the session's.
  public static func send(
    _ request: HTTP.Request, within limit: Duration? = nil,
    accepting accepted: HTTP.AcceptedStatuses? = nil
  ) -> Self {
    collecting(.data, request.bounded(by: limit, accepted))
  }

  /// Sends a request to upload its content, and returns the response.
  ///
  /// - Parameters:
  ///   - request: The request with the content to upload.
  ///   - limit: The time limit of the whole call, or nil for the session's.
  ///   - accepted: The accepted statuses, or nil for the session's.
  public static func upload(
    _ request: HTTP.Request, within limit: Duration? = nil,
    accepting accepted: HTTP.AcceptedStatuses? = nil
  ) -> Self {
    collecting(.upload, request.bounded(by: limit, accepted))
  }

  private static func collecting(_ kind: HTTPTask.Kind, _ request: HTTP.Request) -> Self {
    Self(kind, request) { (session, task) async throws(HTTPSessionError) in
      try await session.collect(
        request, accepting: session.accepted(by: request), CallWatch(task)
      ).response
    }
  }
}

extension HTTPSession.Work where Value: Decodable {
  /// Sends a request, and decodes the response.
  ///
  /// - Parameters:
  ///   - request: The request to send.
  ///   - type: The type to decode.
  ///   - limit: The time limit of the whole call, or nil for the session's.
  ///   - accepted: The accepted statuses, or nil for the session's.
  public static func send(
    _ request: HTTP.Request, as type: Value.Type, within limit: Duration? = nil,
    accepting accepted: HTTP.AcceptedStatuses? = nil
  ) -> Self {
    let request = request.bounded(by: limit, accepted)
    return Self(.data, request) { (session, task) async throws(HTTPSessionError) in
      try await session.decoded(request, as: type, by: nil, CallWatch(task))
    }
  }
}

extension HTTPSession.Work where Value == HTTPSession.Download {
  /// Downloads a target to a file or into a folder, where it appears when it is complete.
  ///
  /// The received part can be kept when the download is cancelled; see `cancel`. The request
  /// therefore asks for content without a coding. If the request itself names accepted codings, it
  /// is not changed, and content with a coding is not kept.
  ///
  /// - Parameters:
  ///   - target: The path below the base, or a whole URL.
  ///   - path: The path of the file, or of a folder for which the response names the file.
  ///   - options: The treatment of an existing file, and of the part that a failed download leaves.
  ///   - sha256: The SHA-256 of the content, as 64 hexadecimal digits; any other content is an
  ///     error. Nil for no check.
  ///   - limit: The time limit of the whole call, or nil for the session's.
  ///   - accepted: The accepted statuses, or nil for the session's.
  public static func download(
    _ target: HTTP.Target, to path: String, options: HTTPSession.DownloadOptions = [],
    sha256: String? = nil, within limit: Duration? = nil,
    accepting accepted: HTTP.AcceptedStatuses? = nil
  ) -> Self {
    download(
      .get(target), to: path, options: options, sha256: sha256, within: limit, accepting: accepted)
  }

  /// Writes the content of a response to a file or folder, where it appears when it is complete.
  ///
  /// - Parameters:
  ///   - request: The request whose response has the content.
  ///   - path: The path of the file, or of a folder for which the response names the file.
  ///   - options: The treatment of an existing file, and of the part that a failed download leaves.
  ///   - sha256: The SHA-256 of the content, as 64 hexadecimal digits; any other content is an
  ///     error. Nil for no check.
  ///   - limit: The time limit of the whole call, or nil for the session's.
  ///   - accepted: The accepted statuses, or nil for the session's.
  public static func download(
    _ request: HTTP.Request, to path: String, options: HTTPSession.DownloadOptions = [],
    sha256: String? = nil, within limit: Duration? = nil,
    accepting accepted: HTTP.AcceptedStatuses? = nil
  ) -> Self {
    let request = request.bounded(by: limit, accepted)
    return Self(.download, request) { (session, task) async throws(HTTPSessionError) in
      try await session.save(
        request, resuming: nil, to: FilePath(path), options, sha256, task.control
      ) { task.note(received: $0) }
    }
  }

  /// Resumes a download that failed or was cancelled.
  ///
  /// - Parameters:
  ///   - token: The token of the failed or cancelled download.
  ///   - path: The path of the first attempt, to the file or to its folder.
  ///   - headers: Further headers of the request, such as a credential.
  ///   - options: The treatment of an existing file, and of the part that a failed download leaves.
  ///   - sha256: The SHA-256 of the content, as 64 hexadecimal digits; any other content is an
  ///     error. Nil for no check.
  ///   - limit: The time limit of the whole call, or nil for the session's.
  public static func download(
    resuming token: HTTPSession.ResumeToken, to path: String, headers: HTTP.Fields = [:],
    options: HTTPSession.DownloadOptions = [], sha256: String? = nil, within limit: Duration? = nil
  ) -> Self {
    let request = HTTP.Request(.get, .url(token.url), headers: headers)
    return Self(.download, request) { (session, task) async throws(HTTPSessionError) in
      try await session.save(
        request.bounded(by: limit), resuming: token, to: FilePath(path), options.union(.resume),
        sha256, task.control
      ) { task.note(received: $0) }
    }
  }
}

extension HTTPTask.Returning where Value == HTTPSession.Download {
  /// Cancels the download, and returns a token to resume it later, if one is requested.
  ///
  ///     let token = await task.cancel(producingResumeData: true)
  ///
  /// Returns when the task has ended. There is no token for a download that has already ended, or
  /// if the server sent no strong entity tag for its content. Without a token the received part is
  /// removed, unless `.resume` is one of the download's options.
  ///
  /// - Parameter keepsPart: A Boolean value that indicates whether the received part is kept for a
  ///   later call.
  @discardableResult
  public func cancel(producingResumeData keepsPart: Bool) async -> HTTPSession.ResumeToken? {
    control.keepsPart = keepsPart
    cancel()
    guard case .failure(let error) = await outcome else { return nil }
    return keepsPart ? error.resumeToken : nil
  }
}

extension CallWatch {
  /// Creates the controls of a handle: its events, and the requests of the program.
  convenience init(_ task: HTTPTask) {
    self.init(
      sent: { task.note(sent: $0) }, received: { task.note(received: $0) }, control: task.control)
  }
}
