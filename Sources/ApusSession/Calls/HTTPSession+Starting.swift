internal import ApusConnections
public import ApusHTTP
internal import ApusNet

extension HTTPSession {
  /// The work of an `HTTPTask`: a request, and the processing of its response.
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

  /// Starts work in a separate task, and returns the handle of the task.
  ///
  ///     let task = api.start(.send(.get("users"), as: [User].self), priority: .high)
  ///     let users = try await task.value
  ///
  /// A suspended task sends no request before the caller resumes the task. The timeout of the whole
  /// call starts with the task, and also applies while the task is suspended. A task of a session
  /// that was shut down fails.
  ///
  /// - Parameters:
  ///   - work: The work of the task, such as `.send(.get("users"))`.
  ///   - priority: The priority among requests that wait for a connection, or `nil` for the
  ///     priority of the request.
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
    // The task runs on the preferred executor of the program, and not on a shared event loop.
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

  /// The started tasks that have not ended, sorted by kind and by age.
  ///
  /// The property `tasks` contains data tasks first, then uploads, then downloads. The property
  /// `tasks` may be read on any thread, including the callbacks of a call. The property `tasks`
  /// does not contain calls that the program awaits directly. A call that the program awaits
  /// directly is controlled by the Swift task that awaits the call. Monitors are notified when an
  /// awaited call begins and ends.
  public var tasks: [HTTPTask] { handles.tasks }

  /// Delays the result of a suspended call until the call is resumed, cancelled or shut down, or
  /// its timeout expires.
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
  ///   - limit: The time limit of the whole call, or `nil` for the session's time limit.
  ///   - accepted: The status codes that the call accepts, or `nil` for the session's accepted
  ///     statuses.
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
  ///   - limit: The time limit of the whole call, or `nil` for the session's time limit.
  ///   - accepted: The status codes that the call accepts, or `nil` for the session's accepted
  ///     statuses.
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
  /// Sends a request, and decodes a value from the response content.
  ///
  /// - Parameters:
  ///   - request: The request to send.
  ///   - type: The type of the value that is decoded from the response content.
  ///   - limit: The time limit of the whole call, or `nil` for the session's time limit.
  ///   - accepted: The status codes that the call accepts, or `nil` for the session's accepted
  ///     statuses.
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
  /// Downloads the content of a target to a file or into a folder.
  ///
  /// The file appears at its path when the download is complete. The caller can keep the received
  /// part of a cancelled download; see `cancel`. The request accepts only content without a content
  /// coding, because only such content can be resumed. The session does not change a request that
  /// has its own `Accept-Encoding` field. The received part of content with a content coding is not
  /// kept.
  ///
  /// - Parameters:
  ///   - target: The path below the session's base URL, or a whole URL.
  ///   - path: The path of the file, or the path of a folder in which the response names the file.
  ///   - options: The options for an existing file and for the partial file of a failed download.
  ///   - sha256: The expected SHA-256 digest of the content, as 64 hexadecimal digits, or `nil` for
  ///     no check. Content with another digest is an error.
  ///   - limit: The time limit of the whole call, or `nil` for the session's time limit.
  ///   - accepted: The status codes that the call accepts, or `nil` for the session's accepted
  ///     statuses.
  public static func download(
    _ target: HTTP.Target, to path: String, options: HTTPSession.DownloadOptions = [],
    sha256: String? = nil, within limit: Duration? = nil,
    accepting accepted: HTTP.AcceptedStatuses? = nil
  ) -> Self {
    download(
      .get(target), to: path, options: options, sha256: sha256, within: limit, accepting: accepted)
  }

  /// Downloads the content of a response to a file or into a folder.
  ///
  /// The file appears at its path when the download is complete.
  ///
  /// - Parameters:
  ///   - request: The request whose response contains the content.
  ///   - path: The path of the file, or the path of a folder in which the response names the file.
  ///   - options: The options for an existing file and for the partial file of a failed download.
  ///   - sha256: The expected SHA-256 digest of the content, as 64 hexadecimal digits, or `nil` for
  ///     no check. Content with another digest is an error.
  ///   - limit: The time limit of the whole call, or `nil` for the session's time limit.
  ///   - accepted: The status codes that the call accepts, or `nil` for the session's accepted
  ///     statuses.
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
  ///   - token: The resume token of the failed or cancelled download.
  ///   - path: The path of the file or folder that the first attempt of the download used.
  ///   - headers: Additional header fields of the request, such as a credential.
  ///   - options: The options for an existing file and for the partial file of a failed download.
  ///   - sha256: The expected SHA-256 digest of the content, as 64 hexadecimal digits, or `nil` for
  ///     no check. Content with another digest is an error.
  ///   - limit: The time limit of the whole call, or `nil` for the session's time limit.
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
  /// Cancels the download, and returns a resume token if the caller requests one.
  ///
  ///     let token = await task.cancel(producingResumeData: true)
  ///
  /// The function `cancel` returns when the download task has ended. The resume token is `nil` if
  /// the download had already ended, or if the server sent no strong entity tag for the content.
  /// Without a resume token, the received part is removed unless `.resume` is one of the download's
  /// options.
  ///
  /// - Parameter keepsPart: A Boolean value that indicates whether the received part is kept for a
  ///   later download.
  @discardableResult
  public func cancel(producingResumeData keepsPart: Bool) async -> HTTPSession.ResumeToken? {
    control.keepsPart = keepsPart
    cancel()
    guard case .failure(let error) = await outcome else { return nil }
    return keepsPart ? error.resumeToken : nil
  }
}

extension CallWatch {
  /// Creates the controls of a task from its handle: the events, and the program's requests to
  /// suspend, resume or cancel.
  convenience init(_ task: HTTPTask) {
    self.init(
      sent: { task.note(sent: $0) }, received: { task.note(received: $0) }, control: task.control)
  }
}
