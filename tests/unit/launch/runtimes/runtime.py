# What a bot in Python may do: threads, processes of every kind, sockets, files, locks on its own files.
import asyncio
import concurrent.futures
import fcntl
import multiprocessing
import ssl
import subprocess


def square(x):
    return x * x


async def connect():
    server = await asyncio.start_server(lambda reader, writer: writer.close(), "127.0.0.1", 0)
    await asyncio.open_connection(*server.sockets[0].getsockname())
    server.close()


if __name__ == "__main__":
    with concurrent.futures.ThreadPoolExecutor(4) as threads:
        assert sum(threads.map(square, range(8))) == 140
    for how in ("fork", "spawn"):
        with multiprocessing.get_context(how).Pool(2) as pool:
            assert sum(pool.map(square, range(8))) == 140
    assert subprocess.run(["/bin/echo", "child"], capture_output=True, text=True).stdout == "child\n"
    asyncio.run(connect())
    ssl.create_default_context()
    with open("/tmp/own", "w") as own:
        fcntl.flock(own, fcntl.LOCK_EX)
    print("done")
