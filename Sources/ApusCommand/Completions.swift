import ApusBytes

/// The completion scripts for shells, which are generated from the table of commands and options.
struct Completions {
  /// The commands of the tool. A certificate command has a path of two words.
  private let commands: [any Command.Type] = Tool.requests + Tool.commands

  private let first =
    Tool.requests.map { ($0.name, $0.summary) } + [
      ("cert", "inspects, checks and makes certificates"),
      ("help", "shows the help of a command"),
    ]
  private let certificates = Tool.commands.map { ($0.name, $0.summary) }

  /// Returns whether the value of an option is the path of a file.
  private static func takesFile(_ option: Option) -> Bool {
    ["FILE", "DIR", "PATH"].contains { name in
      option.placeholder.map { $0.parts(around: name).count > 1 } ?? false
    }
  }

  /// Returns the possible values of an option, or an empty array if the option accepts any value.
  private static func choices(of option: Option) -> [String] {
    guard let placeholder = option.placeholder, placeholder == placeholder.lowercased(),
      placeholder.utf8.contains(0x7c)
    else { return [] }
    return placeholder.split(separator: "|").map { String($0) }
  }

  /// Returns the names of an option on the command line, with the single letter first if the option
  /// has a letter.
  private static func names(_ option: Option) -> [String] {
    (option.letter.map { ["-\($0)"] } ?? []) + ["--\(option.name)"]
  }
}

extension Completions {
  /// The completion script for bash.
  var bash: String {
    let options = commands.map { command in
      let words = command.options.flatMap { Self.names($0) } + ["--help"]
      return "    '\(command.path)') words='\(words.joined(separator: " "))' ;;"
    }
    var values: [String] = []
    var known: Set<String> = []
    for option in commands.flatMap({ $0.options }) where known.insert(option.name).inserted {
      let choices = Self.choices(of: option)
      guard !choices.isEmpty else { continue }
      let names = Self.names(option).joined(separator: "|")
      values.append("    \(names)) words='\(choices.joined(separator: " "))' ;;")
    }
    return """
      # Completions of apus for bash, made by `apus completions bash`.
      _apus() {
        local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}
        local command=${COMP_WORDS[1]} words=
        if [ "$COMP_CWORD" -eq 1 ]; then
          words='\(first.map(\.0).joined(separator: " "))'
        elif [ "$COMP_CWORD" -eq 2 ] && [ "$command" = cert ]; then
          words='\(certificates.map(\.0).joined(separator: " "))'
        elif [ "$COMP_CWORD" -eq 2 ] && [ "$command" = help ]; then
          words='\(first.map(\.0).joined(separator: " "))'
        else
          [ "$command" = cert ] && command="cert ${COMP_WORDS[2]}"
          case $command in
      \(options.joined(separator: "\n"))
          esac
          case $previous in
      \(values.joined(separator: "\n"))
          esac
          # Anything but an option is a file, which bash completes by itself.
          case $word$words in -*|[!-]*) ;; *) words= ;; esac
        fi
        COMPREPLY=($(compgen -W "$words" -- "$word"))
      }
      complete -o default -F _apus apus
      """
  }

  /// The completion script for zsh.
  var zsh: String {
    func list(_ words: [(String, String)]) -> String {
      words.map { Self.quoted("\($0.0):\($0.1)") }.joined(separator: " ")
    }
    let cases = commands.map { command in
      let specifications = command.options.flatMap { option in
        Self.names(option).map { name in
          var text = "\(option.isRepeatable ? "*" : "")\(name)[\(Self.bracketed(option.summary))]"
          if let placeholder = option.placeholder {
            let choices = Self.choices(of: option)
            let action =
              !choices.isEmpty
              ? "(\(choices.joined(separator: " ")))" : Self.takesFile(option) ? "_files" : " "
            text += ":\(Self.bracketed(placeholder)):\(action)"
          }
          return Self.quoted(text)
        }
      }
      let words = specifications + ["'--help[prints the help]'", "'*:operand:_files'"]
      return "    \(Self.quoted(command.path))) _arguments -S \(words.joined(separator: " ")) ;;"
    }
    return """
      #compdef apus
      # Completions of apus for zsh, made by `apus completions zsh`.
      _apus() {
        local -a first certificates
        first=(\(list(first)))
        certificates=(\(list(certificates)))
        local command=$words[2]
        if (( CURRENT == 2 )); then _describe command first; return; fi
        if (( CURRENT == 3 )) && [[ $command == help ]]; then _describe command first; return; fi
        if [[ $command == cert ]]; then
          if (( CURRENT == 3 )); then _describe command certificates; return; fi
          command="cert $words[3]"
        fi
        case $command in
      \(cases.joined(separator: "\n"))
        esac
      }
      _apus "$@"
      """
  }

  /// The completion script for fish.
  var fish: String {
    func word(_ condition: String, _ word: (String, String)) -> String {
      "complete -c apus -f -n '\(condition)' -a \(word.0) -d \(Self.quoted(word.1))"
    }
    var lines = ["# Completions of apus for fish, made by `apus completions fish`."]
    lines += first.map { word("__fish_use_subcommand", $0) }
    let isInCert = "__fish_seen_subcommand_from cert"
    let names = certificates.map(\.0).joined(separator: " ")
    lines += certificates.map {
      word("\(isInCert); and not __fish_seen_subcommand_from \(names)", $0)
    }
    for command in commands {
      let isOfCertificates = command.path != command.name
      let condition =
        (isOfCertificates ? "\(isInCert); and " : "not \(isInCert); and ")
        + "__fish_seen_subcommand_from \(command.name)"
      for option in command.options {
        let letter = option.letter.map { " -s \($0)" } ?? ""
        let choices = Self.choices(of: option)
        let value =
          option.placeholder == nil
          ? "" : choices.isEmpty ? " -r" : " -x -a \(Self.quoted(choices.joined(separator: " ")))"
        lines.append(
          "complete -c apus -n '\(condition)'\(letter) -l \(option.name)\(value) "
            + "-d \(Self.quoted(option.summary))")
      }
    }
    return lines.joined(separator: "\n")
  }

  /// Returns a word in single quotes for the shell. A quotation mark in the word is written outside
  /// of the quotes, and all three shells join the parts.
  private static func quoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
      + "'"
  }

  /// Returns a text without the characters that end a description in a zsh completion script.
  private static func bracketed(_ text: String) -> String {
    String(
      text.unicodeScalars.reduce(into: "") { text, scalar in
        if scalar == "[" || scalar == "]" || scalar == ":" { text += "\\" }
        text.unicodeScalars.append(scalar)
      })
  }
}
