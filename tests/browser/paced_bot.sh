#!/bin/sh
# A bot of the text protocol (docs/write-a-bot/text-protocol.md) that moves on command: paced_bot.sh FIFO [TITLE].
# A line of the FIFO is what it says at its turn; "go" stands for the legal move in the middle. The shell reads a FIFO byte
# by byte, so of several bots with one FIFO only the one that holds the lock reads.
exec 3<>"$1" 4>>"$1.lock"
legal=
while read -r word rest; do
  case $word in
    start) echo "ready ${2:-at its own pace}" ;;
    turn)
      flock 4
      while read -r said <&3; do
        case $said in
          go) echo legal; break ;;
          play*|resign) echo "$said"; break ;;
          *) echo "$said" ;;
        esac
      done
      flock -u 4 ;;
    legal)
      set -- $rest
      shift $((($# - 1) / 2))
      echo "play $1" ;;
  esac
done
